import { feature } from "../../../feature.ts";
import {
  changeOwnAssistantEndpoint,
  endAssistantEndpoint,
  endOwnAssistantEndpoint,
  endOwnAssistantsEndpoint,
  getAssistantsEndpoint,
  getOwnAssistantsEndpoint,
} from "./endpoints.ts";

/** The lists of assistants, in which people change and end what they have allowed, and owners end what anyone has. */
export const assistantAccess = feature({
  name: "assistant-access",
  endpoints: [
    getOwnAssistantsEndpoint,
    changeOwnAssistantEndpoint,
    endOwnAssistantsEndpoint,
    endOwnAssistantEndpoint,
    getAssistantsEndpoint,
    endAssistantEndpoint,
  ],
});
