package main

import "strings"

var quantities = []string{
	"", "0", "00", "0.0", "1", "01", "12", "1.5", "1.", ".5", ".", "-", "+", "+1", "-1", "--1", "+-1", "1-", "1+", "0.2", "0,2", "1,000", "1_000",
	"500MB", "500Mb", "500mb", "500M", "500m", "500Mi", "500mi", "500MI", "500MiB", "500mib", "500K", "500k", "500Ki", "500ki", "500KB", "500kB",
	"1G", "1g", "1Gi", "1gi", "1GB", "1GiB", "1T", "1Ti", "1P", "1Pi", "1E", "1Ei", "1e", "1ei", "1n", "1u", "1ni", "1ui", "1mi", "1h", "1s",
	"1e3", "1E3", "1e+3", "1e-3", "1E-3", "1e-9", "1e-10", "1e03", "1e3Mi", "1e3.5", "1e3e3", "1e-", "1e+", "1E+", "12e6", "1.5e3", "1e18", "1e19", "1e30",
	"1m1", "1M1", "1M+1", "1Mi1", "1Mi-1", "M", "Mi", "m", "e3", "E", "+M", "i", "1i", "0i", "0M", "0Mi", "0m", "0e3", "0e", "0E",
	"1 Mi", " 1Mi", "1Mi ", "\t1Mi", "1Mi\n", "1 000", "1Mi # x", "'1Mi'",
	"0.5Mi", "1.5Gi", "0.1Ki", "0.0001Ki", "1.0000000001", "1.9999999999", "0.0000000001", "-0.0000000001", "-1.0000000001", "0.1n", "1.5n", "0.1u", "1.0001u",
	"9223372036854775807", "9223372036854775808", "92233720368547758070", "-9223372036854775808", "-9223372036854775809",
	"8Ei", "7Ei", "9Ei", "-9Ei", "8191Pi", "8192Pi", "9E", "10E", "100E", "1000E", "99999999999999999999999Mi", "999999999999999999", "1000000000000000000",
	"123456789012345678", "1234567890123456789", "12345678901234567890", "0.123456789", "0.1234567891", "123456789.123456789", "1234567890.123456789", "12345678901.1234567891",
	"000000000000000000000001", "0000000.5", "1.50000000000000000000000", "100000000000000000000n", "1e-20", "1234e-2", "0x10", "0b11", "1/2", "½", "١", "1µ", "1μ", "NaN", "Inf", "∞", "five", "1core", "200mCPU", "2 cores",
	"1..5", "1.5.5", "1.M", ".M", ".5M", "-.5", "-.5Mi", "+.5", "1MM", "1Mm", "1nm", "1kk", "1KiKi", "1Z", "1Y", "1Zi", "1da", "1c", "1d", "1 ", " ", "\u00a01Mi", "1Mi\u3000", "\u20281Mi", "1\u00a0Mi", "\ufeff1Mi", "1\x00", "Ki", "Gi", "Ti", "Pi", "Ei", "-Mi", ".Mi", ".Pi", ".e-9", ".e-10", "e-9", "e-10", "0e-10", "0Pi", "1e4294967296", "1e4294967299", "1e9223372036854775807", "1e9223372036854775808", "1e-9223372036854775808",
}

var quantityNumbers = []string{"0", "1", "0.2", "0.02", "1e3", "5e+08", "1e-07", "-1", "1.5", "536870912", "1e+21", "1.0000000001", "123456789012345680000"}

// Each is compared with each.
var compared = []string{
	"0", "-0", "1n", "0.1n", "1u", "999n", "1m", "0.001", "1e-3", "100m", "0.1", "0.10", "0.2", "200m", "0.02", "1", "1000m", "1001m", "1k", "1Ki", "1024", "1000", "1e3",
	"1M", "1Mi", "500M", "500Mi", "476Mi", "477Mi", "0.5Gi", "512Mi", "536870912", "5.36870912e8", "1G", "1Gi", "1Ti", "1T", "8Ei", "9Ei", "9223372036854775807", "9E", "10E", "1e30", "-1", "-1Mi", "-500M",
}

var names = []string{
	"", "a", "A", "0", "9a", "a9", "-a", "a-", "a-b", "a--b", "a_b", "a.b", ".a", "a.", "a..b", "a b", " a", "a ", "a/b", "a\n", "ä", "my-name", "My-Name", "my_name", "my.name", "my-name.example.com", "my-name.Example.com",
	"a.-b", "a-.b", "a.b-", "1.2.3.4", "kube-system", "mesh-system", "system-cluster-critical", "<name>", "${NAME}", "*", "*.a", "a,b", "a:b", "a@b", "a+b", "a=b", "__", "a__b",
	long(62), long(63), long(64), long(252), long(253), long(254), long(63) + "." + long(63), long(64) + ".b",
}

var keys = append([]string{
	"app", "App", "app.kubernetes.io/name", "App.kubernetes.io/name", "/name", "name/", "a/b/c", "example.com/", "example.com/a_b.c-D", "example.com/-a", "example.com/a-", "example_com/a", "-example.com/a", "example.com./a",
	"example..com/a", "a/" + long(63), "a/" + long(64), long(253) + "/a", long(254) + "/a", "A/a", "a/A", "dash_dashboard", "true", "1", "1.5", "_a", "a_", ".a", "EXAMPLE.COM/A", "http://a", "a:b/c", "ä/a", "a/ä", "a /b", "a/ b",
}, names...)

var values = append([]string{"1", "true", "v1.10", "1.10", "2024-01-01", "a/b", "https://a", "a b", "_", "-", ".", "a.", ".a", "_a", "a_", "a!b", "ä", "1e+3", "0x1F", "a\tb", "-1", "+1", "1:2"}, names...)

var texts = map[string][]string{
	"label-key":        keys,
	"label-value":      values,
	"annotation-key":   keys,
	"annotation-value": {"", "a b", "ä\n", "{\"a\": 1}", "${NAME}", strings.Repeat("long ", 200)},
	"dns-label":        names,
	"dns-subdomain":    names,
	"namespace":        names,
	"priority-class":   names,
	"secret":           names,
	"volume-name":      names,
}

var objects = map[string][]string{
	"tolerations": {
		`[]`, `[{}]`, `[{"key": "a"}]`, `[{"key": ""}]`, `[{"operator": "Exists"}]`, `[{"operator": "Equal"}]`, `[{"key": "", "operator": "Exists"}]`, `[{"key": "", "operator": "Equal", "value": "b"}]`,
		`[{"key": "a", "operator": "Exists"}]`, `[{"key": "a", "operator": "Exists", "value": ""}]`, `[{"key": "a", "operator": "Exists", "value": "b"}]`, `[{"operator": "Exists", "value": "b"}]`,
		`[{"key": "a", "operator": "Equal", "value": "b"}]`, `[{"key": "a", "operator": "", "value": "b"}]`, `[{"key": "a", "value": "b"}]`, `[{"key": "a", "operator": "Equal", "value": "b c"}]`, `[{"key": "a", "value": "-"}]`,
		`[{"key": "a b", "operator": "Exists"}]`, `[{"key": "example.com/a", "operator": "Exists"}]`, `[{"effect": "NoSchedule"}]`, `[{"value": "b"}]`, `[{"effect": "NoExecute", "operator": "Exists"}]`,
		`[{"key": "a", "effect": "NoExecute", "tolerationSeconds": 60}]`, `[{"key": "a", "effect": "NoSchedule", "tolerationSeconds": 60}]`, `[{"key": "a", "tolerationSeconds": 60}]`, `[{"key": "a", "effect": "", "tolerationSeconds": 60}]`,
		`[{"key": "a", "effect": "NoExecute", "tolerationSeconds": -1}]`, `[{"key": "a", "effect": "NoExecute", "tolerationSeconds": 0}]`, `[{"key": "a", "effect": "PreferNoSchedule", "tolerationSeconds": 0}]`,
		`[{"operator": "Exists", "value": "b", "tolerationSeconds": 60}]`, `[{"key": "a", "operator": "Exists"}, {"operator": "Exists", "value": "b"}]`, `[{"key": "a", "operator": "exists"}]`, `[{"key": "a", "effect": "noschedule"}]`,
	},
	"volumes": {
		`{"volumes": [], "containers": [{"volumeMounts": []}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "b", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "A", "mountPath": "/a"}]}]}`,
		`{"volumes": [], "containers": [{"volumeMounts": [{"name": "b", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}, {"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}, {"name": "b", "emptyDir": {}}, {"name": "a", "emptyDir": {}}], "containers": [{}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a/"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/A"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a", "subPath": "x"}, {"name": "a", "mountPath": "/a", "subPath": "y"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "a"}, {"name": "a", "mountPath": "/a"}]}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {}}], "containers": [{"volumeMounts": [{"name": "a", "mountPath": "/a"}, {"name": "a", "mountPath": "/a/b"}]}]}`,
		`{"volumes": [{"name": "a", "secret": {"secretName": "Not A Name"}}], "containers": [{}]}`,
		`{"volumes": [{"name": "a", "configMap": {"name": "Not A Name"}}], "containers": [{}]}`,
		`{"volumes": [{"name": "a", "persistentVolumeClaim": {"claimName": "Not A Name"}}], "containers": [{}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {"sizeLimit": "-1Mi"}}], "containers": [{}]}`,
		`{"volumes": [{"name": "a", "emptyDir": {"sizeLimit": "1Mi"}}], "containers": [{}]}`,
	},
	"resources": {
		`{}`, `{"limits": {"memory": "500Mi"}}`, `{"requests": {"memory": "500Mi"}}`,
		`{"limits": {"memory": "500Mi"}, "requests": {"memory": "500Mi"}}`, `{"limits": {"memory": "500Mi"}, "requests": {"memory": "501Mi"}}`, `{"limits": {"memory": "500Mi"}, "requests": {"memory": "500M"}}`,
		`{"limits": {"memory": "500M"}, "requests": {"memory": "500Mi"}}`, `{"limits": {"cpu": 0.2}, "requests": {"cpu": "200m"}}`, `{"limits": {"cpu": 0.2}, "requests": {"cpu": "201m"}}`, `{"limits": {"cpu": 0.2}, "requests": {"cpu": 0.20000000001}}`,
		`{"limits": {"cpu": "1"}, "requests": {"cpu": "1000m", "memory": "1Gi"}}`, `{"limits": {"cpu": 0}, "requests": {"cpu": 0}}`, `{"limits": {"cpu": 0}, "requests": {"cpu": "1m"}}`,
		`{"limits": {"cpu": -1}}`, `{"requests": {"memory": "-1Mi"}}`, `{"limits": {"cpu": "1", "memory": "1Mi"}, "requests": {"cpu": "2", "memory": "2Mi"}}`,
		`{"limits": {"ephemeral-storage": "1Gi"}, "requests": {"ephemeral-storage": "2Gi"}}`, `{"limits": {"ephemeral-storage": "2Gi"}, "requests": {"ephemeral-storage": "1Gi"}}`,
		`{"limits": {"memory": "1Gi", "hugepages-2Mi": "4Mi"}, "requests": {"memory": "1Gi", "hugepages-2Mi": "4Mi"}}`, `{"limits": {"memory": "1Gi", "hugepages-2Mi": "4Mi"}, "requests": {"memory": "1Gi", "hugepages-2Mi": "6Mi"}}`, `{"limits": {"memory": "1Gi", "hugepages-2Mi": "6Mi"}, "requests": {"memory": "1Gi", "hugepages-2Mi": "4Mi"}}`,
		`{"limits": {"vendor.example.com/gpu": 1}, "requests": {"vendor.example.com/gpu": 1}}`, `{"limits": {"vendor.example.com/gpu": 1}, "requests": {"vendor.example.com/gpu": 2}}`, `{"limits": {"vendor.example.com/gpu": 2}, "requests": {"vendor.example.com/gpu": 1}}`, `{"limits": {"vendor.example.com/gpu": "500m"}, "requests": {"vendor.example.com/gpu": "500m"}}`,
		`{"limits": {"memory": "500m"}}`, `{"limits": {"memory": 128}}`,
	},
}
