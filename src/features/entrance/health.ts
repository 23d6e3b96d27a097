import { page } from "../../http/page.ts";

/** Whether the server is well, for those who watch it: GET /health. */
export const healthPage = page(
  "GET /health",
  async ({ call }) => {
    const response = await call("GET /health");
    // What is stored is newer than the program, of which the answer tells.
    if (response.ok || response.status === 503) return response;
    return Response.json({ result: "success", status: "ok", organization: false });
  },
  { limited: false },
);
