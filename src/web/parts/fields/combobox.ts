import { useEffect, useId, useRef, useState } from "preact/hooks";
import { isComposed } from "../../keyboard.ts";

interface ComboboxOptions {
  /** The list's name for screen readers. */
  readonly label: string;
  /** Number of options shown. */
  readonly count: number;
  readonly open: boolean;
  /** The text that the options match. When it changes, the first option becomes active again. */
  readonly query: string;
  /** True if the first option is active before an arrow key is pressed, so that Enter chooses it. */
  readonly eager?: boolean;
  /** True if Tab chooses the active option. */
  readonly tab?: boolean;
  readonly onChoose: (index: number, key: "Enter" | "Tab" | "press") => void;
  readonly onClose?: () => void;
}

/**
 * Returns the index a key leads to from the active option (-1 for none), or undefined for other keys. Arrow keys wrap
 * around.
 */
export function nextOption(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (active + 1) % count;
  if (key === "ArrowUp") return active <= 0 ? count - 1 : active - 1;
  if (key === "PageDown") return Math.min(Math.max(active, 0) + 8, count - 1);
  if (key === "PageUp") return Math.max(active - 8, 0);
  return undefined;
}

/**
 * Connects a text field to a list of options below it. The focus stays in the field, arrow keys move through the list,
 * and Enter chooses the active option. Returns the attributes of the field (`field`), the list (`list`) and each option
 * (`option(index)`), and `onKeyDown`, which the field must call.
 */
export function useCombobox({
  label,
  count,
  open,
  query,
  eager = true,
  tab = false,
  onChoose,
  onClose,
}: ComboboxOptions) {
  const id = useId();
  const first = eager ? 0 : -1;
  const [moved, setMoved] = useState<{ readonly query: string; readonly to: number }>();
  const active = open && count > 0 ? Math.min(moved?.query === query ? moved.to : first, count - 1) : -1;
  const setActive = (to: number) => setMoved({ query, to });
  const byKey = useRef(false);
  useEffect(() => {
    if (byKey.current) document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: "nearest" });
    byKey.current = false;
  }, [id, active]);

  /** Handles a key. Returns true if the key had an effect on the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!open || isComposed(event)) return false;
    const { key } = event;
    const plain = !(event.shiftKey || event.ctrlKey || event.metaKey || event.altKey);
    const to = plain ? nextOption(key, active, count) : undefined;
    const takes = plain && active >= 0 && (key === "Enter" || (tab && key === "Tab"));
    const closes = key === "Escape" && onClose !== undefined;
    if (to !== undefined) {
      byKey.current = true;
      setActive(to);
    } else if (takes) onChoose(active, key === "Tab" ? "Tab" : "Enter");
    else if (closes) onClose();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };

  return {
    active,
    setActive,
    onKeyDown,
    field: {
      role: "combobox",
      "aria-expanded": open && count > 0,
      "aria-controls": `${id}-list`,
      "aria-autocomplete": "list",
      "aria-activedescendant": active >= 0 ? `${id}-${active}` : undefined,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: false,
    },
    list: { id: `${id}-list`, role: "listbox", "aria-label": label },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: "option" as const,
      tabIndex: -1,
      "aria-selected": index === active,
      onPointerMove: () => index !== active && setActive(index),
      // The field keeps the focus when an option is clicked.
      onPointerDown: (event: PointerEvent) => event.preventDefault(),
      onClick: () => onChoose(index, "press"),
    }),
  } as const;
}
