import { faults } from "../../../database/faults.ts";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { oneOf } from "../../../endpoints/parameter.ts";

/** Makes R2 misbehave for all organizations of the process. */
export const breakFilesEndpoint = edgeEndpoint({
  route: "POST /testing/files",
  limited: false,
  params: { mode: oneOf("none", "refuse", "slow", "lie") },
  reply: {},
  answer({ params }) {
    faults.files = params.mode;
    return {};
  },
});
