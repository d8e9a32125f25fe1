// Runs a WebAssembly program in Node.js with WASI. A trap of the program is its crash: SIGABRT, and a stack that is full, SIGSEGV.
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";

const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...args], env: process.env, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(file));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
try {
  process.exitCode = wasi.start(instance);
} catch (error) {
  console.error(String(error));
  const isTrap = error instanceof WebAssembly.RuntimeError;
  const isOverflow = error instanceof RangeError;
  if (!isTrap && !isOverflow) throw error;
  process.kill(process.pid, isTrap ? "SIGABRT" : "SIGSEGV");
  // The signal comes soon.
  setTimeout(() => process.exit(255), 10000);
}
