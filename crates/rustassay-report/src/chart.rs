//! Charts as SVG within HTML.
//!
//! The marks are SVG that is stretched to the space there is; the words around them are HTML, so that they are as large as all
//! other words on a screen of any width.

use crate::text::escaped;

/// Something that was measured over time.
pub(crate) struct Chart<'a> {
    /// What a screen reader calls it.
    pub name: &'a str,
    /// When it begins and ends.
    pub span: (i64, i64),
    /// The words at the beginning and at the end.
    pub ends: (String, String),
    /// What was measured, in the order of time.
    pub marks: Vec<Mark>,
    /// How it is drawn.
    pub form: Form,
}

/// What was measured in a stretch of time.
pub(crate) struct Mark {
    pub from: i64,
    pub to: i64,
    /// How much.
    pub value: f64,
    /// The same in words, for whoever points at it.
    pub words: String,
}

/// How a chart is drawn.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Form {
    /// A bar for each stretch.
    Bars,
    /// A line that is level within a stretch and between stretches.
    Steps,
}

/// The space that is drawn in; it is stretched.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 200.0;

impl Chart<'_> {
    /// The chart as HTML.
    pub fn html(&self) -> String {
        let highest = self.marks.iter().map(|mark| mark.value).fold(0.0, f64::max);
        let top = round_up(highest);
        let marks = match self.form {
            Form::Bars => self.bars(top),
            Form::Steps => self.steps(top),
        };
        let half = HEIGHT / 2.0;
        // There are no half findings.
        let middle = match self.form {
            Form::Steps if (top / 2.0).fract() != 0.0 => String::new(),
            _ => figure(top / 2.0),
        };
        format!(
            "<div class=\"chart\"><div class=\"scale\" aria-hidden=\"true\"><span>{}</span><span>{}</span><span>0</span></div>\n\
             <svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"{}, at most {}\">\n\
             <path class=\"grid\" d=\"M0 0H{WIDTH}M0 {half}H{WIDTH}M0 {HEIGHT}H{WIDTH}\"/>\n{marks}</svg>\n\
             <div class=\"ends\"><span>{}</span><span>{}</span></div></div>\n",
            figure(top),
            middle,
            escaped(self.name),
            figure(highest),
            escaped(&self.ends.0),
            escaped(&self.ends.1),
        )
    }

    fn x(&self, time: i64) -> f64 {
        let (from, to) = self.span;
        (time.clamp(from, to) - from) as f64 / (to - from).max(1) as f64 * WIDTH
    }

    fn bars(&self, top: f64) -> String {
        let bar = |mark: &Mark| {
            let (x, end, height) = (self.x(mark.from), self.x(mark.to), mark.value / top * HEIGHT);
            // A gap between bars, and none that cannot be seen.
            let (width, y) = (((end - x) * 0.9).max(1.0), HEIGHT - height);
            format!(
                "<rect class=\"bar\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"><title>{}</title></rect>\n",
                escaped(&mark.words)
            )
        };
        self.marks.iter().map(bar).collect()
    }

    fn steps(&self, top: f64) -> String {
        let mut line = format!("M0 {HEIGHT}");
        for mark in &self.marks {
            line.push_str(&format!("H{:.1}V{:.1}", self.x(mark.from), HEIGHT - mark.value / top * HEIGHT));
        }
        format!("<path class=\"line\" d=\"{line}H{WIDTH}\"/>\n")
    }
}

/// The next number that is easy to read: 1, 2 or 5, and zeros.
fn round_up(value: f64) -> f64 {
    if value <= 0.0 {
        return 1.0;
    }
    let unit = 10_f64.powf(value.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * unit);
    steps.into_iter().find(|step| value <= *step).unwrap_or(value)
}

/// A number on a scale.
fn figure(value: f64) -> String {
    match value {
        value if value == value.trunc() => format!("{value:.0}"),
        value if value < 0.1 => format!("{value:.3}"),
        value => format!("{value:.1}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(form: Form, values: &[f64]) -> String {
        let marks = (0..).zip(values).map(|(n, &value)| Mark {
            from: n * 10,
            to: n * 10 + 10,
            value,
            words: format!("<{value}>"),
        });
        let ends = ("a < b".to_owned(), String::new());
        Chart { name: "x & y", span: (0, 20), ends, marks: marks.collect(), form }.html()
    }

    #[test]
    fn a_bar_is_as_high_as_its_value() {
        let svg = chart(Form::Bars, &[5.0, 10.0]);
        assert!(svg.contains(r#"x="0.0" y="100.0" width="450.0" height="100.0""#), "{svg}");
        assert!(svg.contains(r#"x="500.0" y="0.0" width="450.0" height="200.0""#), "{svg}");
    }

    #[test]
    fn a_line_goes_up_in_steps() {
        let svg = chart(Form::Steps, &[1.0, 2.0]);
        assert!(svg.contains(r#"d="M0 200H0.0V100.0H500.0V0.0H1000""#), "{svg}");
    }

    #[test]
    fn words_are_escaped() {
        let svg = chart(Form::Bars, &[1.0]);
        assert!(
            svg.contains("<title>&lt;1&gt;</title>") && svg.contains("a &lt; b") && svg.contains("x &amp; y")
        );
    }

    #[test]
    fn nothing_is_a_chart_too() {
        assert!(!chart(Form::Bars, &[]).contains("NaN") && !chart(Form::Steps, &[]).contains("inf"));
    }

    #[test]
    fn scales_end_at_round_numbers() {
        assert_eq!(
            [0.0, 0.03, 1.0, 3.0, 7.0, 11.0, 450.0].map(round_up),
            [1.0, 0.05, 1.0, 5.0, 10.0, 20.0, 500.0]
        );
    }
}
