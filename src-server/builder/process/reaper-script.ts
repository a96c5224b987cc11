/**
 * The Python program that runs a command where there is no sandbox, and ends all that it leaves. A process that outlives
 * its parent becomes a child of this one (`PR_SET_CHILD_SUBREAPER`), whatever session, environment or folder it went to.
 * It ends them when the command has ended and when it is terminated; it exits as the command did.
 */
export const REAPER_SCRIPT = `
import ctypes, os, signal, sys

if ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) != 0:
    sys.exit('This system has no subreapers.')

def children():
    for name in os.listdir('/proc'):
        if name.isdigit():
            try:
                with open('/proc/' + name + '/stat', 'rb') as stat:
                    if int(stat.read().rsplit(b')', 1)[1].split()[1]) == os.getpid():
                        yield int(name)
            except (OSError, ValueError, IndexError):
                pass

def end_all():
    while True:
        for pid in children():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return

def stop(number, _):
    end_all()
    os._exit(128 + number)

signal.signal(signal.SIGTERM, stop)
command = os.fork()
if command == 0:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        os.execvp(sys.argv[1], sys.argv[1:])
    except OSError as error:
        os.write(2, (sys.argv[1] + ': ' + (error.strerror or '') + '\\n').encode())
    os._exit(127)
while True:
    pid, status = os.waitpid(-1, 0)
    if pid == command:
        break
end_all()
os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
`;
