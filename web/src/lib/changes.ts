/** Bring a view up to date with `changes`: paths like "hands/2/0" and their new values. Returns a new view that shares the unchanged parts. */
export function applyChanges<T>(view: T, changes: Record<string, unknown>): T {
  let result: unknown = view;
  for (const [path, value] of Object.entries(changes)) result = withChange(result, path.split('/'), value);
  return result as T;
}

function withChange(part: unknown, way: string[], value: unknown): unknown {
  const [step, ...rest] = way;
  if (step === undefined) return value;
  if (Array.isArray(part)) {
    const copy = [...part];
    copy[Number(step)] = withChange(copy[Number(step)], rest, value);
    return copy;
  }
  const record = (part ?? {}) as Record<string, unknown>;
  return { ...record, [step]: withChange(record[step], rest, value) };
}
