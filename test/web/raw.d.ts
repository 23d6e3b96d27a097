declare module "*?raw" {
  const text: string;
  export default text;
}

/** Files that match a pattern, as texts or with their exports. Resolved by vitest. */
interface ImportMeta {
  glob(patterns: string | string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
  glob(patterns: string | string[], options: { eager: true }): Record<string, object>;
}
