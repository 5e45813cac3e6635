{{- /*
The values as the templates of this version see them, as JSON: the keys that it has, and of those that only other versions have
the default, whatever is set. `keys` is a tree; a key in it has `keys` below it, or the `default` of a key that this version lacks.
*/ -}}
{{- define "cap-operator.seen" -}}
{{- $values := .values -}}
{{- $seen := dict -}}
{{- range $key, $what := .keys -}}
  {{- if hasKey $what "default" -}}
    {{- $_ := set $seen $key $what.default -}}
  {{- else if hasKey $values $key -}}
    {{- $value := get $values $key -}}
    {{- if and $what.keys (kindIs "map" $value) -}}
      {{- $value = include "cap-operator.seen" (dict "values" $value "keys" $what.keys) | fromJson -}}
    {{- end -}}
    {{- $_ := set $seen $key $value -}}
  {{- end -}}
{{- end -}}
{{- toJson $seen -}}
{{- end }}
