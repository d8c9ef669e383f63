/** The name of one of several things; those with the same name are told apart by number: "topaz, 2 of 3". */
export function numbered(
  names: string[],
  place: number,
  words: (name: string, number: number, count: number) => string,
): string {
  const name = names[place]!;
  const count = names.filter((each) => each === name).length;
  return count > 1
    ? words(name, names.slice(0, place + 1).filter((each) => each === name).length, count)
    : name;
}
