/**
 * Run this by hand if a picture has changed. Draws `media/icon.png` from its SVG, and creates the pictures of the README from the
 * screenshots of the stories, if these exist (`npm test -- browser --pictures`). Each picture gets a palette of 256 colours, which
 * makes the file two thirds smaller without a visible difference.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, crc32 } from 'node:zlib';
import { workDir } from '../setup/places.mjs';
import { launchBrowser } from './driver/chromium.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shots = path.join(workDir, 'shots');
const pictures = path.join(root, 'docs', 'pictures');

/** The source of each picture: the SVG, or the screenshot of a story. If the source is missing, the picture stays unchanged. */
const SOURCES = {
  'media/icon.png': path.join(pictures, 'icon.svg'),
  'docs/pictures/review.png': shot('approval', 'review-as-approver'),
  'docs/pictures/upload.png': shot('uploads', 'confirm'),
  'docs/pictures/definition.png': shot('definitions', 'problem'),
};

/** The screenshots of a story are numbered; undefined if it was not run. */
function shot(story, name) {
  const folder = path.join(shots, story);
  const file = existsSync(folder) ? readdirSync(folder).find((entry) => entry.replace(/^\d+-/, '') === `${name}.png`) : undefined;
  return file && path.join(folder, file);
}

const MAX_COLOURS = 256;

/** The pixels of an image as the browser shows it: `{width, height, pixels}`, four bytes each. */
async function pixelsOf(page, file) {
  const type = file.endsWith('.svg') ? 'svg+xml' : 'png';
  const url = `data:image/${type};base64,${readFileSync(file).toString('base64')}`;
  const read = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    let text = '';
    for (let at = 0; at < data.length; at += 32_768) text += String.fromCharCode(...data.subarray(at, at + 32_768));
    return { width: canvas.width, height: canvas.height, base64: btoa(text) };
  }, url);
  return { ...read, pixels: Buffer.from(read.base64, 'base64') };
}

/** Median cut: the box of colours that is widest for its pixels is halved until there are enough. */
function paletteOf(counts) {
  let boxes = [[...counts].map(([colour, count]) => ({ channels: channelsOf(colour), count }))];
  while (boxes.length < MAX_COLOURS) {
    const [best] = boxes.map(extent).toSorted((one, other) => other.weight - one.weight);
    if (best.width === 0) break;
    const sorted = best.box.toSorted((one, other) => one.channels[best.channel] - other.channels[best.channel]);
    const half = sorted.reduce((sum, { count }) => sum + count, 0) / 2;
    let seen = 0;
    const middle = sorted.findIndex(({ count }) => (seen += count) >= half);
    const cut = Math.min(Math.max(middle, 1), sorted.length - 1);
    boxes = [...boxes.filter((box) => box !== best.box), sorted.slice(0, cut), sorted.slice(cut)];
  }
  return boxes.map((box) => box.toSorted((one, other) => other.count - one.count)[0].channels);
}

const channelsOf = (colour) => [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255, colour & 255];

function extent(box) {
  const widths = [0, 1, 2, 3].map((channel) => {
    const values = box.map(({ channels }) => channels[channel]);
    return values.reduce((most, value) => Math.max(most, value)) - values.reduce((least, value) => Math.min(least, value));
  });
  const width = Math.max(...widths);
  const pixels = box.reduce((sum, { count }) => sum + count, 0);
  return { box, width, channel: widths.indexOf(width), weight: width * width * Math.sqrt(pixels) };
}

function nearest(palette, colour) {
  const channels = channelsOf(colour);
  const distances = palette.map((one) => one.reduce((sum, value, channel) => sum + (value - channels[channel]) ** 2, 0));
  return distances.indexOf(Math.min(...distances));
}

/** A PNG whose pixels are places in a palette. */
function pngOf({ width, height, pixels }) {
  const colours = new Uint32Array(width * height).map((_, at) => pixels.readUInt32BE(at * 4));
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const palette = paletteOf(counts);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = places.get(colours[y * width + x]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((channels) => channels.slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map(([, , , alpha]) => alpha))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const browser = await launchBrowser();
try {
  const page = await browser.newPage();
  for (const [target, source] of Object.entries(SOURCES)) {
    const file = path.join(root, target);
    if (source === undefined) {
      process.stdout.write(`${target}: as it was, its story has left no screenshot\n`);
      continue;
    }
    writeFileSync(file, pngOf(await pixelsOf(page, source)));
    process.stdout.write(`${target}: ${statSync(file).size} bytes\n`);
  }
} finally {
  await browser.close();
}
