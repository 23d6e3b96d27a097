import type { Page } from "playwright-core";

/** Posts the form that an operating system posts when something is shared with the installed client. */
export const share = (page: Page, fields: Record<string, string>, files: readonly string[] = []): Promise<void> =>
  page.evaluate(
    ([fields, files]) => {
      const form = document.createElement("form");
      Object.assign(form, { action: "/share", method: "post", enctype: "multipart/form-data" });
      for (const [name, value] of Object.entries(fields)) {
        const field = Object.assign(document.createElement("textarea"), { name, value });
        form.append(field);
      }
      const input = Object.assign(document.createElement("input"), { type: "file", name: "files", multiple: true });
      const all = new DataTransfer();
      for (const name of files) all.items.add(new File([`content of ${name}`], name, { type: "text/plain" }));
      input.files = all.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [fields, files] as const,
  );
