/** The last part of the path of an address, as a person reads it. */
export function fileName(uri: string): string {
  const path = uri.replace(/[?#].*$/s, "");
  const name = path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf(":")) + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
