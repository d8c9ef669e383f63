import { afterEach, expect, it, vi } from 'vitest';

import { copyText, isOnlyHere } from './clipboard';

afterEach(() => vi.unstubAllGlobals());

it('uses the clipboard where there is one, and says when that was not allowed', async () => {
  const writeText = vi.fn().mockResolvedValueOnce(undefined).mockRejectedValueOnce(new Error('not allowed'));
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  expect(await copyText('a link')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('a link');
  expect(await copyText('a link')).toBe(false);
});

it('copies from a field in the local network, where pages have no clipboard, and leaves none behind', async () => {
  vi.stubGlobal('navigator', {});
  let copied = '';
  document.execCommand = () => {
    copied = document.querySelector('textarea')!.value;
    return true;
  };
  expect(await copyText('a link')).toBe(true);
  expect(copied).toBe('a link');
  expect(document.querySelector('textarea')).toBeNull();
});

it('recognises addresses that work on this device only', () => {
  expect(['localhost', '127.0.0.1', '127.1.2.3', '[::1]'].every(isOnlyHere)).toBe(true);
  expect(['192.168.1.7', 'play.example', '[fe80::1]', '10.0.0.1'].some(isOnlyHere)).toBe(false);
});
