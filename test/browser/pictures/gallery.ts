import { readdirSync } from "node:fs";

/** Builds a page with all pictures of a directory, one row per screen. */
export function gallery(directory: string): string {
  const rows = Map.groupBy(
    readdirSync(directory).filter((file) => file.endsWith(".png")),
    (file) => file.replace(/-\d+-\w+(?:-\w+)?\.png$/, ""),
  );
  const row = ([name, files]: [string, string[]]) =>
    `<h2>${name}</h2><div>${files.map((file) => `<a href="${file}"><img src="${file}" alt="${file}"></a>`).join("")}</div>`;
  return `<!doctype html>
<meta charset="utf-8">
<title>Pictures of the web client</title>
<style>
  body { font: 14px system-ui; background: #888; margin: 16px }
  div { display: flex; gap: 12px; overflow-x: auto; align-items: start }
  img { height: 480px; border-radius: 4px }
</style>
${[...rows].map(row).join("\n")}
`;
}
