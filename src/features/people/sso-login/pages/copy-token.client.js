// Copies the token for the desktop app. Without this script it can be selected by hand.
const token = document.getElementById("token");
const copy = document.getElementById("copy");
copy.hidden = false;
token.addEventListener("focus", () => token.select());
copy.addEventListener("click", async () => {
  await navigator.clipboard.writeText(token.value);
  document.getElementById("copied").hidden = false;
});
copy.focus();
