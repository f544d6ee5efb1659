// @ts-check
// The outside of a link: `moves=TEXT/60abcd`, or `packed=` with a packed text. It ends with the number of plies and four letters that
// change with every other character, so that a cut or altered link is noticed.

import { LinkFault } from './fault.js';

/** The largest number of bytes of an unpacked text, and of characters of a link. */
const MAX_TEXT = 256 * 1024, MAX_LINK = 400_000;
/** The largest prime below 26⁴. Its remainders differ if one character, or the order of two neighbours, differs. */
const PRIME = 456_959, BASE = 257;

/** Returns the four letters of a text. @param {string} text */
function check(text) {
  let rest = 0;
  for (let at = 0; at < text.length; at += 1) rest = (rest * BASE + text.charCodeAt(at)) % PRIME;
  return [17576, 676, 26, 1].map((place) => String.fromCharCode(97 + (Math.floor(rest / place) % 26))).join('');
}

/** Returns a link. @param {string} word what it holds @param {string} body @param {number} plies of the main line */
export function seal(word, body, plies) {
  const text = `${word}=${body}/${plies}`;
  return text + check(text);
}

/** Returns what a link holds. Throws if it is cut or altered. @param {string} link */
export function open(link) {
  if (link.length > MAX_LINK) throw new LinkFault('large');
  const [, text = '', word = '', body = '', plies, letters] = /^((\w+)=([^]*)\/(\d+))([a-z]{4})$/.exec(link) ?? [];
  if (letters === undefined || check(text) !== letters) throw new LinkFault('altered');
  return { word, body, plies: Number(plies) };
}

/** Returns bytes in the letters, digits, `-` and `_` of base64url. @param {Uint8Array} bytes */
function encode(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the bytes of a text in base64url. @param {string} text */
function decode(text) {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  } catch {
    throw new LinkFault('altered');
  }
}

/** Returns a text packed, or null if it is too long or the browser cannot pack. @param {string} text */
export async function pack(text) {
  const bytes = new Blob([text]);
  if (bytes.size > MAX_TEXT) return null;
  try {
    const packed = bytes.stream().pipeThrough(new CompressionStream('deflate-raw'));
    return encode(new Uint8Array(await new Response(packed).arrayBuffer()));
  } catch {
    return null;
  }
}

/** Returns a packed text. It stops as soon as the text is too long. @param {string} packed */
export async function unpack(packed) {
  const bytes = new Blob([decode(packed)]);
  /** @type {DecompressionStream} */
  let stream;
  try {
    stream = new DecompressionStream('deflate-raw');
  } catch {
    throw new LinkFault('browser');
  }
  const reader = bytes.stream().pipeThrough(stream).getReader(), decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '', size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MAX_TEXT) throw new LinkFault('large');
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof LinkFault ? error : new LinkFault('altered');
  }
}
