declare module "*?raw" {
  const text: string;
  export default text;
}

/** Files by a pattern, of which a test wants the texts, or what they export; vitest puts them in. */
interface ImportMeta {
  glob(patterns: string | string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
  glob(patterns: string | string[], options: { eager: true }): Record<string, object>;
}
