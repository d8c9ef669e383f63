/** Copy a text; return whether that worked. A page in the local network has no clipboard API, only the old way. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true; // No keyboard on a phone.
  field.className = 'sr';
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}

/** Whether an address works on this device only, so a link with it is useless to others. */
export function isOnlyHere(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}
