import { page } from "../../http/page.ts";

/** Whether the server is well, for those who watch it: GET /health. */
export const healthPage = page("GET /health", async ({ ask }) => {
  const health = await ask("GET /health");
  return Response.json(health ?? { result: "success", status: "ok", organization: false });
});
