//! Charts as SVG within HTML.
//!
//! The marks are SVG that is stretched to the space there is; the words around them are HTML, so that they are as large as all
//! other words on a screen of any width.

use maud::{Markup, html};

/// Something that was measured over time.
pub struct Chart {
    /// What a screen reader calls it.
    pub name: String,
    /// When it begins and ends.
    pub span: (i64, i64),
    /// The words at the beginning and at the end.
    pub ends: (String, String),
    /// What was measured, in the order of time.
    pub marks: Vec<ChartMark>,
    /// How it is drawn.
    pub form: ChartForm,
}

/// What was measured in a stretch of time.
pub struct ChartMark {
    #[allow(missing_docs)]
    pub from: i64,
    #[allow(missing_docs)]
    pub to: i64,
    /// How much.
    pub value: f64,
    /// The same in words, for whoever points at it.
    pub words: String,
}

/// How a chart is drawn.
#[derive(Copy, Clone, PartialEq, Eq)]
pub enum ChartForm {
    /// A bar for each stretch.
    Bars,
    /// A line that is level within a stretch and between stretches.
    Steps,
}

/// The space that is drawn in; it is stretched.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 200.0;

impl Chart {
    /// The chart as HTML.
    pub fn html(&self) -> Markup {
        let highest = self.marks.iter().map(|mark| mark.value).fold(0.0, f64::max);
        let top = round_up(highest);
        let half = HEIGHT / 2.0;
        // There are no half findings.
        let has_middle = self.form == ChartForm::Bars || (top / 2.0).fract() == 0.0;
        html! {
            div.chart {
                div.scale aria-hidden="true" {
                    span { (figure(top)) }
                    span { @if has_middle { (figure(top / 2.0)) } }
                    span { "0" }
                }
                svg viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) preserveAspectRatio="none" role="img"
                    aria-label=(format!("{}, at most {}", self.name, figure(highest))) {
                    path.grid d=(format!("M0 0H{WIDTH}M0 {half}H{WIDTH}M0 {HEIGHT}H{WIDTH}")) {}
                    (self.drawn(top))
                }
                div.ends { span { (self.ends.0) } span { (self.ends.1) } }
            }
        }
    }

    /// The marks alone, for a line of a table.
    pub fn small(&self) -> Markup {
        let highest = self.marks.iter().map(|mark| mark.value).fold(0.0, f64::max);
        html! {
            svg.spark viewBox=(format!("0 0 {WIDTH} {HEIGHT}")) preserveAspectRatio="none" role="img"
                aria-label=(format!("{}, at most {}", self.name, figure(highest))) {
                (self.drawn(round_up(highest)))
            }
        }
    }

    fn drawn(&self, top: f64) -> Markup {
        match self.form {
            ChartForm::Bars => self.bars(top),
            ChartForm::Steps => self.steps(top),
        }
    }

    fn x(&self, time: i64) -> f64 {
        let (from, to) = self.span;
        (time.clamp(from, to) - from) as f64 / (to - from).max(1) as f64 * WIDTH
    }

    fn bars(&self, top: f64) -> Markup {
        html! {
            @for mark in &self.marks {
                // A gap between bars, and none that cannot be seen.
                @let (x, height) = (self.x(mark.from), mark.value / top * HEIGHT);
                @let width = ((self.x(mark.to) - x) * 0.9).max(1.0);
                rect.bar x=(tenths(x)) y=(tenths(HEIGHT - height)) width=(tenths(width)) height=(tenths(height)) {
                    title { (mark.words) }
                }
            }
        }
    }

    fn steps(&self, top: f64) -> Markup {
        let mut line = format!("M0 {HEIGHT}");
        for mark in &self.marks {
            line.push_str(&format!("H{:.1}V{:.1}", self.x(mark.from), HEIGHT - mark.value / top * HEIGHT));
        }
        line.push_str(&format!("H{WIDTH}"));
        html! { path.line d=(line) {} }
    }
}

fn tenths(value: f64) -> String {
    format!("{value:.1}")
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

    fn chart(form: ChartForm, values: &[f64]) -> String {
        let marks = (0..).zip(values).map(|(n, &value)| ChartMark {
            from: n * 10,
            to: n * 10 + 10,
            value,
            words: format!("<{value}>"),
        });
        let ends = ("a < b".to_owned(), String::new());
        let name = "x & y".to_owned();
        Chart { name, span: (0, 20), ends, marks: marks.collect(), form }.html().into_string()
    }

    #[test]
    fn a_bar_is_as_high_as_its_value() {
        let svg = chart(ChartForm::Bars, &[5.0, 10.0]);
        assert!(svg.contains(r#"x="0.0" y="100.0" width="450.0" height="100.0""#), "{svg}");
        assert!(svg.contains(r#"x="500.0" y="0.0" width="450.0" height="200.0""#), "{svg}");
    }

    #[test]
    fn a_line_goes_up_in_steps() {
        let svg = chart(ChartForm::Steps, &[1.0, 2.0]);
        assert!(svg.contains(r#"d="M0 200H0.0V100.0H500.0V0.0H1000""#), "{svg}");
    }

    #[test]
    fn words_are_escaped() {
        let svg = chart(ChartForm::Bars, &[1.0]);
        assert!(
            svg.contains("<title>&lt;1&gt;</title>") && svg.contains("a &lt; b") && svg.contains("x &amp; y")
        );
    }

    #[test]
    fn nothing_is_a_chart_too() {
        assert!(
            !chart(ChartForm::Bars, &[]).contains("NaN") && !chart(ChartForm::Steps, &[]).contains("inf")
        );
    }

    #[test]
    fn scales_end_at_round_numbers() {
        assert_eq!(
            [0.0, 0.03, 1.0, 3.0, 7.0, 11.0, 450.0].map(round_up),
            [1.0, 0.05, 1.0, 5.0, 10.0, 20.0, 500.0]
        );
    }
}
