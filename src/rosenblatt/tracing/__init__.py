"""Every step of a learner: as data, as a worked example, as a recording that the page plays."""
