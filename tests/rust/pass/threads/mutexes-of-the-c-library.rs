use std::cell::UnsafeCell;
use std::ptr::null;

#[repr(C, align(8))]
struct PthreadMutex(UnsafeCell<[u8; 40]>);
#[repr(C, align(8))]
struct PthreadCond(UnsafeCell<[u8; 48]>);
#[repr(C, align(8))]
struct PthreadRwLock(UnsafeCell<[u8; 56]>);

unsafe extern "C" {
    fn pthread_mutexattr_init(attributes: *mut i32) -> i32;
    fn pthread_mutexattr_settype(attributes: *mut i32, kind: i32) -> i32;
    fn pthread_mutexattr_destroy(attributes: *mut i32) -> i32;
    fn pthread_mutex_init(mutex: *mut u8, attributes: *const i32) -> i32;
    fn pthread_mutex_lock(mutex: *mut u8) -> i32;
    fn pthread_mutex_trylock(mutex: *mut u8) -> i32;
    fn pthread_mutex_unlock(mutex: *mut u8) -> i32;
    fn pthread_mutex_destroy(mutex: *mut u8) -> i32;
    fn pthread_cond_init(cond: *mut u8, attributes: *const i32) -> i32;
    fn pthread_cond_wait(cond: *mut u8, mutex: *mut u8) -> i32;
    fn pthread_cond_timedwait(cond: *mut u8, mutex: *mut u8, until: *const [i64; 2]) -> i32;
    fn pthread_cond_signal(cond: *mut u8) -> i32;
    fn pthread_cond_broadcast(cond: *mut u8) -> i32;
    fn pthread_cond_destroy(cond: *mut u8) -> i32;
    fn pthread_rwlock_rdlock(lock: *mut u8) -> i32;
    fn pthread_rwlock_tryrdlock(lock: *mut u8) -> i32;
    fn pthread_rwlock_wrlock(lock: *mut u8) -> i32;
    fn pthread_rwlock_trywrlock(lock: *mut u8) -> i32;
    fn pthread_rwlock_unlock(lock: *mut u8) -> i32;
    fn pthread_rwlock_destroy(lock: *mut u8) -> i32;
}

const RECURSIVE: i32 = 1;
const ERROR_CHECK: i32 = 2;

/// What several threads use.
struct Shared {
    mutex: PthreadMutex,
    cond: PthreadCond,
    lock: PthreadRwLock,
    value: UnsafeCell<u32>,
}

unsafe impl Sync for Shared {}

impl Shared {
    const fn new() -> Shared {
        Shared {
            mutex: PthreadMutex(UnsafeCell::new([0; 40])),
            cond: PthreadCond(UnsafeCell::new([0; 48])),
            lock: PthreadRwLock(UnsafeCell::new([0; 56])),
            value: UnsafeCell::new(0),
        }
    }

    fn mutex(&self) -> *mut u8 {
        self.mutex.0.get().cast()
    }

    fn cond(&self) -> *mut u8 {
        self.cond.0.get().cast()
    }

    fn lock(&self) -> *mut u8 {
        self.lock.0.get().cast()
    }
}

/// Codes of a mutex of a kind that its thread locks twice and unlocks twice and once more.
fn codes(kind: i32) -> Vec<i32> {
    let mutex = PthreadMutex(UnsafeCell::new([0; 40]));
    let at: *mut u8 = mutex.0.get().cast();
    unsafe {
        let mut attributes = 0;
        pthread_mutexattr_init(&mut attributes);
        let mut codes = vec![pthread_mutexattr_settype(&mut attributes, 77)];
        pthread_mutexattr_settype(&mut attributes, kind);
        pthread_mutex_init(at, &attributes);
        pthread_mutexattr_destroy(&mut attributes);
        codes.extend([pthread_mutex_lock(at), pthread_mutex_lock(at), pthread_mutex_trylock(at)]);
        codes.extend((0..4).map(|_| pthread_mutex_unlock(at)));
        codes.push(pthread_mutex_destroy(at));
        codes
    }
}

static SHARED: Shared = Shared::new();

fn main() {
    println!("{:?} {:?}", codes(RECURSIVE), codes(ERROR_CHECK));
    // Mutual exclusion.
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                for _ in 0..5 {
                    unsafe {
                        pthread_mutex_lock(SHARED.mutex());
                        *SHARED.value.get() += 1;
                        std::thread::yield_now();
                        pthread_mutex_unlock(SHARED.mutex());
                    }
                }
            });
        }
    });
    println!("{}", unsafe { *SHARED.value.get() });
    // A condition.
    std::thread::scope(|scope| {
        let waiting = (0..2).map(|_| {
            scope.spawn(|| unsafe {
                pthread_mutex_lock(SHARED.mutex());
                while *SHARED.value.get() != 100 {
                    pthread_cond_wait(SHARED.cond(), SHARED.mutex());
                }
                pthread_mutex_unlock(SHARED.mutex())
            })
        });
        let waiting: Vec<_> = waiting.collect();
        unsafe {
            pthread_mutex_lock(SHARED.mutex());
            *SHARED.value.get() = 100;
            pthread_cond_broadcast(SHARED.cond());
            pthread_mutex_unlock(SHARED.mutex());
        }
        println!("{:?}", waiting.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>());
    });
    unsafe {
        // A timeout that is over.
        pthread_mutex_lock(SHARED.mutex());
        println!("{}", pthread_cond_timedwait(SHARED.cond(), SHARED.mutex(), &[1, 0]));
        println!("{}", pthread_mutex_trylock(SHARED.mutex()));
        pthread_mutex_unlock(SHARED.mutex());
        println!("{}", pthread_cond_signal(SHARED.cond()));
        // Several readers, or one writer.
        println!("{}", pthread_rwlock_rdlock(SHARED.lock()));
        std::thread::spawn(|| {
            println!("{}", pthread_rwlock_tryrdlock(SHARED.lock()));
            println!("{}", pthread_rwlock_trywrlock(SHARED.lock()));
            println!("{}", pthread_rwlock_unlock(SHARED.lock()));
        })
        .join()
        .unwrap();
        println!("{}", pthread_rwlock_unlock(SHARED.lock()));
        println!("{}", pthread_rwlock_wrlock(SHARED.lock()));
        let reader = std::thread::spawn(|| {
            let code = pthread_rwlock_rdlock(SHARED.lock());
            let seen = *SHARED.value.get();
            pthread_rwlock_unlock(SHARED.lock());
            (code, seen)
        });
        *SHARED.value.get() = 7;
        println!("{}", pthread_rwlock_unlock(SHARED.lock()));
        println!("{:?}", reader.join().unwrap());
        println!("{}", pthread_rwlock_destroy(SHARED.lock()));
        println!("{}", pthread_mutex_destroy(SHARED.mutex()));
        println!("{}", pthread_cond_destroy(SHARED.cond()));
        println!("{}", pthread_cond_init(SHARED.cond(), null()));
        println!("{}", pthread_cond_destroy(SHARED.cond()));
    }
}
