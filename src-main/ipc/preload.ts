// Runs sandboxed beside the page. Only these functions reach it; nothing of Electron's does (safety S17).
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import { CHANNELS, type DesktopBridge, type DesktopCommand } from './bridge.ts';

const bridge: DesktopBridge = {
  platform: process.platform === 'darwin' || process.platform === 'win32' ? process.platform : 'linux',
  pickFolder: () => ipcRenderer.invoke(CHANNELS.pickFolder),
  revealFile: (path) => ipcRenderer.invoke(CHANNELS.revealFile, path),
  openExternal: (url) => ipcRenderer.invoke(CHANNELS.openExternal, url),
  openDocs: (url) => ipcRenderer.invoke(CHANNELS.openDocs, url),
  chooseDataFolder: () => ipcRenderer.invoke(CHANNELS.chooseDataFolder),
  setTitleBarTheme: (theme) => ipcRenderer.invoke(CHANNELS.setTitleBarTheme, theme),
  onCommand(listener) {
    const hear = (_event: IpcRendererEvent, command: DesktopCommand) => listener(command);
    ipcRenderer.on(CHANNELS.command, hear);
    // What was asked before anybody listened was kept for this moment.
    void ipcRenderer.invoke(CHANNELS.listening);
    return () => void ipcRenderer.removeListener(CHANNELS.command, hear);
  },
  recovery: {
    state: () => ipcRenderer.invoke(CHANNELS.recoveryState),
    newestGood: () => ipcRenderer.invoke(CHANNELS.recoveryNewestGood),
    act: (act) => ipcRenderer.invoke(CHANNELS.recoveryAct, act),
  },
};

contextBridge.exposeInMainWorld('lectern', bridge);
