import { integration, jsonSample } from "../../integration.ts";
import { fenced } from "../../render/compose.ts";

const MAX_SHOWN = 9500;

/** Shows any JSON unchanged, for setting up a custom service. */
export const json = integration({
  name: "json",
  title: "JSON",
  render({ payload }) {
    payload.checkObject();
    const text = JSON.stringify(payload.value, null, 2);
    return {
      topic: "JSON",
      content: fenced(text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}\n…` : text, "json"),
    };
  },
  sample: jsonSample({ door: "Warehouse 7", state: "open", since: "2026-01-10T08:30:00Z" }),
});
