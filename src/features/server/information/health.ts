import { page } from "../../../endpoints/page.ts";

/** GET /health for monitoring: answers 503 where the organization's database takes no writes. */
export const healthPage = page(
  "GET /health",
  async ({ call }) => {
    const response = await call("GET /health");
    const health = await response.json<Record<string, unknown>>();
    if (response.ok) return Response.json(health, { status: health["status"] === "failing" ? 503 : 200 });
    if (response.status < 500) return Response.json({ result: "success", msg: "", status: "ok", organization: false });
    return Response.json({ ...health, status: "failing", reason: health["msg"], organization: true }, { status: 503 });
  },
  { limited: false },
);
