//! Numbers of a generator that a user may set, by name.

/// Declares a struct of numbers: the name of each, what it decides, and its default. All of them lie within the same limits.
///
/// The struct implements `Default`, lists its `NAMES`, and sets a number by name.
#[macro_export]
macro_rules! knobs {
    (
        $(#[$about:meta])*
        pub struct $Knobs:ident, each a $kind:literal within $limits:expr;
        $($(#[$doc:meta])* $name:ident: $default:expr,)*
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $Knobs {
            $($(#[$doc])* pub $name: usize,)*
        }

        impl Default for $Knobs {
            fn default() -> $Knobs {
                $Knobs { $($name: $default,)* }
            }
        }

        impl $Knobs {
            /// Their names.
            pub const NAMES: &[&str] = &[$(stringify!($name),)*];

            /// Sets the one of a name; or says why it cannot be set, for people.
            pub fn set(&mut self, name: &str, value: usize) -> Result<(), String> {
                let limits = $limits;
                if !limits.contains(&value) {
                    return Err(format!(
                        "the {} `{name}` is {value}: it lies from {} to {}", $kind, limits.start(), limits.end()
                    ));
                }
                match name {
                    $(stringify!($name) => self.$name = value,)*
                    _ => return Err(format!("there is no {} `{name}`: they are {}", $kind, Self::NAMES.join(", "))),
                }
                Ok(())
            }

            /// Sets those that have a name in `values`.
            pub fn set_all(&mut self, values: impl IntoIterator<Item = (String, usize)>) -> Result<(), String> {
                values.into_iter().try_for_each(|(name, value)| self.set(&name, value))
            }

            /// All of them, in the order of their declaration.
            pub fn values_mut(&mut self) -> impl Iterator<Item = &mut usize> {
                [$(&mut self.$name,)*].into_iter()
            }
        }
    };
}

/// Declares a struct of ranges: the name of each, what there are so many of, its default, and the limits within which it may be set.
///
/// The struct implements `Default`, lists its `NAMES`, and sets a range by name.
#[macro_export]
macro_rules! ranges {
    (
        $(#[$about:meta])*
        pub struct $Ranges:ident;
        $($(#[$doc:meta])* $name:ident: $default:expr, within $limits:expr;)*
    ) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct $Ranges {
            $($(#[$doc])* pub $name: std::ops::RangeInclusive<usize>,)*
        }

        impl Default for $Ranges {
            fn default() -> $Ranges {
                $Ranges { $($name: $default,)* }
            }
        }

        impl $Ranges {
            /// Their names, and the limits of each.
            pub const LIMITS: &[(&str, std::ops::RangeInclusive<usize>)] = &[$((stringify!($name), $limits),)*];

            /// Sets the one of a name; or says why it cannot be set, for people.
            pub fn set(&mut self, name: &str, range: std::ops::RangeInclusive<usize>) -> Result<(), String> {
                let Some((_, limits)) = Self::LIMITS.iter().find(|(known, _)| *known == name) else {
                    let names: Vec<&str> = Self::LIMITS.iter().map(|(name, _)| *name).collect();
                    return Err(format!("there is no range `{name}`: they are {}", names.join(", ")));
                };
                let (low, high) = (range.start(), range.end());
                if low > high || !limits.contains(low) || !limits.contains(high) {
                    return Err(format!(
                        "the range `{name}` is [{low}, {high}]: it lies within [{}, {}]", limits.start(), limits.end()
                    ));
                }
                match name {
                    $(stringify!($name) => self.$name = range,)*
                    _ => unreachable!("the name has limits"),
                }
                Ok(())
            }

            /// Sets those that have a name in `ranges`: the least and the most.
            pub fn set_all(&mut self, ranges: impl IntoIterator<Item = (String, [usize; 2])>) -> Result<(), String> {
                ranges.into_iter().try_for_each(|(name, [least, most])| self.set(&name, least..=most))
            }
        }
    };
}

#[cfg(test)]
mod tests {
    knobs! {
        /// Chances.
        pub struct Chances, each a "chance" within 0..=100;
        /// One.
        one: 10,
        /// Another.
        other: 20,
    }

    ranges! {
        /// Ranges.
        pub struct Ranges;
        /// Fields.
        fields: 1..=4, within 1..=12;
    }

    #[test]
    fn a_knob_is_set_by_name_within_its_limits() {
        let mut chances = Chances::default();
        assert_eq!(chances.set("other", 100), Ok(()));
        assert_eq!((chances.one, chances.other), (10, 100));
        assert!(chances.set("other", 101).unwrap_err().contains("from 0 to 100"));
        assert!(chances.set("third", 1).unwrap_err().contains("they are one, other"));
        chances.values_mut().for_each(|chance| *chance = 0);
        assert_eq!((chances.one, chances.other), (0, 0));
    }

    #[test]
    fn a_range_is_set_by_name_within_its_limits() {
        let mut ranges = Ranges::default();
        assert_eq!(ranges.set("fields", 2..=12), Ok(()));
        assert_eq!(ranges.fields, 2..=12);
        assert!(ranges.set("fields", 0..=4).unwrap_err().contains("within [1, 12]"));
        assert!(ranges.set("fields", std::ops::RangeInclusive::new(4, 3)).is_err());
        assert!(ranges.set("field", 1..=1).unwrap_err().contains("they are fields"));
    }

    #[test]
    fn those_that_are_named_are_set_and_the_others_stay() {
        let (mut chances, mut ranges) = (Chances::default(), Ranges::default());
        assert_eq!(chances.set_all([("one".to_owned(), 5)]), Ok(()));
        assert_eq!((chances.one, chances.other), (5, 20));
        assert!(chances.set_all([("third".to_owned(), 5)]).is_err());
        assert_eq!(ranges.set_all([("fields".to_owned(), [2, 3])]), Ok(()));
        assert_eq!(ranges.fields, 2..=3);
        assert!(ranges.set_all([("fields".to_owned(), [3, 2])]).is_err());
    }
}
