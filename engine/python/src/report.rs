//! Shows the report about many games of bots.

use std::sync::Arc;

use pyo3::prelude::*;
use tilewright::Catalog;
use tilewright::report::told::{ReportHeading, ReportSection, english, report_json};
use tilewright::simulate::GamePlan;
use tilewright_page::{ChartPage, chart_fragment, report_section};

use crate::table::from_json;

/// A report about many games of bots, in sentences with intervals.
#[pyclass(name = "Report", module = "tilewright", frozen)]
pub(crate) struct PyReport {
    pub(crate) heading: ReportHeading,
    pub(crate) sections: Vec<ReportSection>,
    pub(crate) plan: GamePlan,
    pub(crate) catalog: Arc<Catalog>,
}

#[pymethods]
impl PyReport {
    /// Sentences of all sections, in order.
    #[getter]
    fn sentences(&self) -> Vec<String> {
        self.sections.iter().flat_map(|section| &section.sentences).map(|said| said.english()).collect()
    }

    /// Returns everything as a dictionary, with the content of `tilewright report --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let plan = self.plan;
        from_json(py, &report_json(&self.heading, &self.sections, &|game| plan.seed_of(game)).to_string())
    }

    fn __repr__(&self) -> String {
        let mut lines = vec![self.catalog.titles()];
        for section in &self.sections {
            lines.push(format!("\n{}", english(section.title)));
            lines.extend(section.sentences.iter().map(|said| said.english()));
        }
        lines.join("\n")
    }

    fn _repr_html_(&self) -> String {
        let sections = self.sections.iter().map(|told| report_section(told, &self.catalog, &|_| String::new()));
        let lead = vec![format!("{} games by {}", self.heading.games, self.heading.bots.join(", "))];
        let (title, sections) = (self.catalog.titles(), sections.collect());
        chart_fragment(&ChartPage { catalog: &self.catalog, art: None, title, lead, sections })
    }
}
