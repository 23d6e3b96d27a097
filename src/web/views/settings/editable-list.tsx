import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { ToolButton } from "../../parts/button.tsx";
import { SortableList } from "../../parts/lists/sortable-list.tsx";
import { attempt } from "../attempt.ts";
import { Entry, EntryGroup, EntryList, useAdministratorsLock } from "./entry.tsx";
import { useOrder } from "./use-order.ts";

interface Words {
  readonly title: string;
  readonly hint: string;
  /** Label of the button that adds an entry. */
  readonly add: string;
  /** Shown if there are no entries. */
  readonly none: string;
  /** Label of the button that edits an entry; undefined if entries can't be edited. */
  readonly edit: ((name: string) => string) | undefined;
  readonly remove: (name: string) => string;
}

interface EditableListProps<Item> {
  readonly words: Words;
  /** True if the title is shown because it differs from the section's. */
  readonly isTitled?: boolean;
  readonly items: readonly Item[];
  readonly nameOf: (item: Item) => string;
  /** Renders an entry's title. Undefined if the title is the entry's name. */
  readonly titleOf?: (item: Item) => ComponentChildren;
  readonly factsOf: (item: Item) => ComponentChildren;
  /** The dialog that edits an entry, or adds one. */
  readonly dialog: (item?: Item) => ComponentChildren;
  readonly removeIcon?: "trash-2" | "archive";
  readonly onRemove: (item: Item) => void;
  /** Saves the entries' order; undefined if they can't be reordered. */
  readonly saveOrder?: (ids: readonly number[]) => Promise<unknown>;
}

/** A list in a section, whose entries administrators can add, edit, remove and reorder. */
export function EditableList<Item extends { readonly id: number }>({
  words: w,
  isTitled = false,
  items,
  nameOf,
  titleOf = nameOf,
  factsOf,
  dialog,
  removeIcon = "trash-2",
  onRemove,
  saveOrder,
}: EditableListProps<Item>) {
  const client = useClient();
  const locked = useAdministratorsLock();
  const isLocked = locked !== undefined;
  const open = (item?: Item) => client.show(dialog(item));
  const { ordered, reorder } = useOrder(items, (ids) => attempt(client, () => saveOrder?.(ids)));
  const row = (item: Item) => (
    <Entry title={titleOf(item)} facts={factsOf(item)}>
      {w.edit !== undefined && (
        <ToolButton icon="pencil" label={w.edit(nameOf(item))} disabled={isLocked} onClick={() => open(item)} />
      )}
      <ToolButton icon={removeIcon} label={w.remove(nameOf(item))} disabled={isLocked} onClick={() => onRemove(item)} />
    </Entry>
  );
  return (
    <EntryGroup
      title={w.title}
      quiet={!isTitled}
      hint={w.hint}
      // A list with its own title isn't the section's first, so the reason for the lock was already shown above.
      locked={isTitled ? undefined : locked}
      disabled={isLocked}
      add={w.add}
      onAdd={() => open()}
      none={items.length === 0 ? w.none : undefined}
    >
      {saveOrder === undefined ? (
        <EntryList label={w.title} items={items}>
          {row}
        </EntryList>
      ) : (
        <SortableList
          label={w.title}
          items={ordered}
          keyOf={({ id }) => id}
          nameOf={nameOf}
          disabled={isLocked}
          onOrder={reorder}
          row={row}
        />
      )}
    </EntryGroup>
  );
}
