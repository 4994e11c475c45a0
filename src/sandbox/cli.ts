/** `node src/sandbox/cli.ts`: serves a sandbox until it is ended (see commandLine.ts). Only the ready text goes to stdout. */
import { readCommandLine, readyLine, readyText, USAGE, type CommandLine } from './commandLine.ts';
import { startSandbox, type Sandbox } from './server.ts';

async function serve({ options, isJson }: Extract<CommandLine, { action: 'serve' }>): Promise<void> {
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox(options);
  } catch (error) {
    process.stderr.write(`The sandbox could not be started: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
    return;
  }
  if (sandbox.setAside !== undefined) {
    const { file, reason } = sandbox.setAside;
    process.stderr.write(
      `The state could not be read (${reason}); it is in ${file} now, and the sandbox starts with the sample.\n`,
    );
  }
  const end = () => void sandbox.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  // Whoever reads the ready text may go away first.
  process.stdout.on('error', end);
  process.stdout.write(`${isJson ? readyLine(sandbox) : readyText(sandbox)}\n`);
}

const commandLine = readCommandLine(process.argv.slice(2));
switch (commandLine.action) {
  case 'help':
    process.stdout.write(`${USAGE}\n`);
    break;
  case 'wrong':
    process.stderr.write(`${commandLine.sentence}\n\n${USAGE}\n`);
    process.exitCode = 2;
    break;
  case 'serve':
    await serve(commandLine);
    break;
}
