import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** The official schema of SARIF 2.1.0, which the module `go-sarif` contains; it is in the public domain. Needs Go. */
export function sarifSchema(): object {
  const asked = ["mod", "download", "-json", "github.com/owenrumney/go-sarif/v3@v3.3.1"];
  const { Dir } = JSON.parse(execFileSync("go", asked, { encoding: "utf8", cwd: import.meta.dirname }));
  const source = readFileSync(path.join(Dir, "pkg/report/v210/sarif/schema.go"), "utf8");
  const {
    $schema: _,
    id: __,
    ...schema
  } = JSON.parse(source.slice(source.indexOf("`") + 1, source.lastIndexOf("`")));
  return schema;
}

const TEXT = (name: string) => `<xs:attribute name="${name}" type="xs:string" use="required"/>`;
const COUNTS = ["tests", "failures", "errors"]
  .map((name) => `<xs:attribute name="${name}" type="xs:nonNegativeInteger" use="required"/>`)
  .join("");
/** The demands of the readers of JUnit's XML. */
export const JUNIT_SCHEMA = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="testsuites"><xs:complexType><xs:sequence>
  <xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
    <xs:element name="testcase" maxOccurs="unbounded"><xs:complexType mixed="true"><xs:choice minOccurs="0" maxOccurs="unbounded">
      <xs:element name="failure"><xs:complexType mixed="true">${TEXT("type")}${TEXT("message")}</xs:complexType></xs:element>
      <xs:element name="error"><xs:complexType mixed="true">${TEXT("type")}${TEXT("message")}</xs:complexType></xs:element>
      <xs:element name="system-out" type="xs:string"/>
    </xs:choice>${TEXT("classname")}${TEXT("name")}</xs:complexType></xs:element>
  </xs:sequence>${TEXT("name")}${COUNTS}</xs:complexType></xs:element>
  </xs:sequence>${TEXT("name")}${COUNTS}</xs:complexType></xs:element></xs:schema>`;
