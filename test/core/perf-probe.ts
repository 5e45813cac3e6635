import { analyse, engine } from "/work/main/test/core/support/engine.ts";
for (const n of [1500, 3000, 6000, 12000]) {
  const vols = Array.from({length:n},(_, i)=>`    - name: v${i}\n      emptyDir: {sizeLimit: 1Gi}`).join("\n");
  const mounts = Array.from({length:n},(_, i)=>`    - name: w${i}\n      mountPath: /v${i}`).join("\n");
  const labels = Array.from({length:n},(_, i)=>`  l${i}: 1`).join("\n");
  const tols = Array.from({length:n},(_, i)=>`  - {key: k${i}, operator: Exists, value: b}`).join("\n");
  const text = `controller:\n  volumes:\n${vols}\n  volumeMounts:\n${mounts}\npodLabels:\n${labels}\ntolerations:\n${tols}\n`;
  const a = analyse(text); const t = performance.now(); const d = await engine.diagnostics(a); console.log(n*6, "lines", d.length, Math.round(performance.now()-t), "ms");
}
