// What other features may use of this one.
export { type Widget, widgetOf, widgetSchema } from "./widget.ts";
export {
  attachWidget,
  isWidget,
  removeSubmessages,
  type Submessage,
  submessagesOf,
} from "./widgets.ts";
