// The parts of this feature that others can use.
export { submessagesLeavingHook } from "./hooks.ts";
export { type Widget, widgetOf, widgetSchema } from "./widget.ts";
export {
  attachWidget,
  isWidget,
  removeSubmessages,
  removeSubmessagesBetween,
  type Submessage,
  submessagesOf,
} from "./widgets.ts";
