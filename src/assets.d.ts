/** Files that are bundled unchanged (`AS_THEY_ARE` in src/cli/server-bundle/server-bundle.ts). */
declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.txt" {
  const text: string;
  export default text;
}
declare module "*.css" {
  const text: string;
  export default text;
}
declare module "*.client.js" {
  const text: string;
  export default text;
}
declare module "*.png" {
  const bytes: ArrayBuffer | Uint8Array<ArrayBuffer>;
  export default bytes;
}
