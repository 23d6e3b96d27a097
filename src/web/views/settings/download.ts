/** Downloads strings as one file. */
export function download(name: string, ...texts: readonly string[]): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([...texts], { type: "application/octet-stream" }));
  link.download = name;
  link.click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
