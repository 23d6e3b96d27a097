// Fills the page with what this server says of itself. Text only: nothing that it says becomes markup.
const show = (id, text) => {
  document.getElementById(id).textContent = text;
};
const { origin } = location;
show("url", origin);
show("zuliprc", `[api]\nemail=you@example.org\nkey=YOUR_API_KEY\nsite=${origin}`);
show("mcp", `${origin}/mcp`);
show("claude", `claude mcp add --transport http parley ${origin}/mcp`);
show("curl", `curl ${origin}/api/v1/fetch_api_key \\\n  -d username=you@example.org --data-urlencode password=...`);

const settings = await (await fetch("/api/v1/server_settings")).json();
if (settings.realm_name) {
  document.title = settings.realm_name;
  show("name", settings.realm_name);
  show("lead", "A team chat organization on Parley.");
} else {
  show("lead", "There is no organization at this address yet.");
}
show("version", `Parley ${settings.svc_version} · feature level ${settings.svc_feature_level}`);
