// What both generations have in common: reading questions and writing answers.
module cap-operator-tools/test/helm/library/ask

go 1.26.0
