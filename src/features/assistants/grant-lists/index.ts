import { feature } from "../../../feature.ts";
import {
  changeOwnAssistantEndpoint,
  endAssistantEndpoint,
  endOwnAssistantEndpoint,
  endOwnAssistantsEndpoint,
  getAssistantsEndpoint,
  getOwnAssistantsEndpoint,
} from "./endpoints.ts";

/** Lists of assistants, where users change and revoke their own, and owners revoke anyone's. */
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
