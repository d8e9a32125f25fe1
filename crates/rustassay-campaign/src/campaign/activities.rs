//! What the threads of a campaign are busy with, for whoever watches.

use crate::event::{Activity, Work};
use crate::locked;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// What all threads are busy with, by the order in which they began with it.
#[derive(Clone, Default)]
pub struct Activities(Arc<Mutex<Begun>>);

#[derive(Default)]
struct Begun {
    /// How many have begun so far.
    count: u64,
    under_way: BTreeMap<u64, Activity>,
}

impl Activities {
    /// A thread begins with something on a backend.
    pub fn begin(&self, backend: &str, work: Work) -> UnderWay {
        let mut begun = locked(&self.0);
        begun.count += 1;
        let number = begun.count;
        begun.under_way.insert(number, Activity { backend: backend.to_owned(), work });
        UnderWay { activities: self.clone(), number }
    }

    /// What is under way now.
    pub fn all(&self) -> Vec<Activity> {
        locked(&self.0).under_way.values().cloned().collect()
    }

    fn set(&self, number: u64, work: Work) {
        if let Some(activity) = locked(&self.0).under_way.get_mut(&number) {
            activity.work = work;
        }
    }
}

/// Something that ends when this is dropped.
pub struct UnderWay {
    activities: Activities,
    number: u64,
}

impl UnderWay {
    /// The thread goes on with something else.
    pub fn set(&self, work: Work) {
        self.activities.set(self.number, work);
    }

    /// The same, for whoever may outlive it.
    pub fn setter(&self) -> impl Fn(Work) + Send + use<> {
        let (activities, number) = (self.activities.clone(), self.number);
        move |work| activities.set(number, work)
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        locked(&self.activities.0).under_way.remove(&self.number);
    }
}
