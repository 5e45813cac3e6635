/** The file and the place in it, as a person reads it, that an address of the server names; without a place, all of the file is meant. */
export function partedAddress(address: string): { readonly uri: string; readonly place?: string } {
  const [uri = "", place] = address.split("#");
  return place === undefined ? { uri } : { uri, place: decodeURIComponent(place) };
}
