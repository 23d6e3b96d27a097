/** Same as importing `node:http`, except that an import would also load Node's `fetch` and HTTP/2, which take 16 MB. */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule("node:http");
