import "./tabs.css";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { useRoving } from "./roving.ts";

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly name: Name; readonly label: string; readonly count?: number }[];
  readonly chosen: Name;
  readonly onChoose: (name: Name) => void;
  readonly children: ComponentChildren;
}

/** Several views, shown one at a time. Arrow keys move between tabs and show the view of the tab they reach. */
export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useRoving(list, { items: "[role=tab]", along: "horizontal", wrap: true });
  return (
    <>
      <div ref={list} class="tabs" role="tablist" aria-label={label}>
        {tabs.map((tab) => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            class="tab"
            aria-selected={tab.name === chosen}
            aria-controls={`${id}-panel`}
            onClick={() => onChoose(tab.name)}
            onFocus={(event) => {
              if (event.currentTarget.matches(":focus-visible") && tab.name !== chosen) onChoose(tab.name);
            }}
          >
            {tab.label}
            {tab.count !== undefined && <span class="tab-count">{tab.count}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} class="tab-panel" role="tabpanel" aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}
