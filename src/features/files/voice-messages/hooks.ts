import { hook } from "../../../realm/realm.ts";

/** Whether the organization lets people have their voice messages written down by a machine. */
export const transcribesHook = hook<[], boolean>("transcribes voice messages");
