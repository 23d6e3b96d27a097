declare module "*?raw" {
  const text: string;
  export default text;
}

/** Returns the files that match a pattern, either as texts or with their exports. vitest resolves the call. */
interface ImportMeta {
  glob(patterns: string | string[], options: { query: "?raw"; import: "default"; eager: true }): Record<string, string>;
  glob(patterns: string | string[], options: { eager: true }): Record<string, object>;
}
