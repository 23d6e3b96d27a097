import { signal } from "@preact/signals";

interface Toast {
  readonly text: string;
  readonly kind?: "done" | "error";
  readonly action?: { readonly label: string; readonly run: () => void };
}

export interface ShownToast extends Toast {
  readonly id: number;
}

const MAX_TOASTS = 3;

export const toasts = signal<readonly ShownToast[]>([]);
let ids = 0;

/**
 * Shows a short message at the edge of the page, which disappears automatically. It replaces a message with the same
 * text, unless that message has an action.
 */
export function showToast(toast: Toast): void {
  const others = toasts.value.filter(({ text, action }) => text !== toast.text || action !== undefined);
  toasts.value = [...others, { ...toast, id: ++ids }].slice(-MAX_TOASTS);
}

export function removeToast(id: number): void {
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
