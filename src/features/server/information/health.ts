import { page } from "../../../endpoints/page.ts";

/** Whether the server is well, for those who watch it: GET /health. Where nothing can be stored, it says so by its status. */
export const healthPage = page(
  "GET /health",
  async ({ call }) => {
    const response = await call("GET /health");
    const health = await response.json<Record<string, unknown>>();
    if (response.ok) return Response.json(health, { status: health.status === "failing" ? 503 : 200 });
    if (response.status < 500) return Response.json({ result: "success", msg: "", status: "ok", organization: false });
    return Response.json({ ...health, status: "failing", reason: health.msg, organization: true }, { status: 503 });
  },
  { limited: false },
);
