// Replaces the native logger: writes VS Code's log files, without anything to compile.
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];

class Logger {
  constructor(_kind, _name, file) {
    this.file = file;
    this.level = LEVELS.indexOf('info');
    this.isRaw = false;
    mkdirSync(dirname(file), { recursive: true });
  }

  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').replace('Z', '');
    try {
      appendFileSync(this.file, this.isRaw ? message : `${time} [${LEVELS[level]}] ${message}\n`);
    } catch {
      // The folder of the logs was removed, because the server is stopping.
    }
  }

  trace(message) {
    this.write(0, message);
  }
  debug(message) {
    this.write(1, message);
  }
  info(message) {
    this.write(2, message);
  }
  warn(message) {
    this.write(3, message);
  }
  error(message) {
    this.write(4, message);
  }
  critical(message) {
    this.write(5, message);
  }

  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.isRaw = false;
  }
  clearFormatters() {
    this.isRaw = true;
  }
  flush() {}
  drop() {}
}

const createLogger = async (name, file) => new Logger('rotating', name, file);

// `exports.x =`, because VS Code imports this file from an ES module by name.
exports.version = 11500;
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
