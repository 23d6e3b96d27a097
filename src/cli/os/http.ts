/** Like an import of `node:http`, which would also load Node's `fetch` and HTTP/2, and take 16 MB. */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule("node:http");
