"""The loop of a turn as it is quickly written in Python: what `turn_bench` holds FRANZ against.

    python_turns.py --url URL --turns N --picture WxH --folder FOLDER [--display :99]

Each turn starts one interpreter that finds the calls of the last reply by `ast` and keeps the canvas
as a file, and one that draws it as a PNG (Pillow); the picture, the story and the turn's record go
to the folder, and the next request to the model's server on a kept connection. With --display the
calls are moves of the pointer there, sent by one xdotool, and the picture is that screen's.
"""
import argparse
import base64
import http.client
import json
import os
import subprocess
import sys
from urllib.parse import urlsplit


def execute():
    import ast
    import re
    request = json.load(sys.stdin)
    block = re.search(r'```python\n(.*?)```', request['story'], re.S)
    strokes = []
    for statement in ast.parse(block.group(1)).body if block else []:
        call = statement.value
        if call.func.id in ('drag', 'move'):
            strokes.append([ast.literal_eval(argument) for argument in call.args])
    if request['display'] and strokes:
        width, height = 1536, 864
        moves = [f'mousemove {x * (width - 1) // 1000} {y * (height - 1) // 1000}' for x, y in strokes]
        subprocess.run(['xdotool', *' '.join(moves).split()], check=True,
                       env={**os.environ, 'DISPLAY': request['display']})
    with open(os.path.join(request['folder'], 'strokes.json'), 'a+') as file:
        file.write(json.dumps(strokes) + '\n')
    json.dump({'strokes': strokes}, sys.stdout)


def capture():
    from PIL import Image, ImageDraw
    request = json.load(sys.stdin)
    if request['display']:
        from PIL import ImageGrab
        screen = ImageGrab.grab(xdisplay=request['display']).convert('RGB')
        picture = screen.resize(request['picture'], Image.BOX)
        marks = ImageDraw.Draw(picture)
        for x, y in request['strokes']:
            w, h = request['picture']
            x, y = x * w / 1000, y * h / 1000
            marks.ellipse([x - 6, y - 6, x + 6, y + 6], outline='red', width=2)
        return send(picture)
    path = os.path.join(request['folder'], 'canvas.bmp')
    width, height = 1536, 864
    canvas = Image.open(path) if os.path.exists(path) else Image.new('RGB', (width, height))
    draw = ImageDraw.Draw(canvas)
    for x1, y1, x2, y2 in request['strokes']:
        draw.line([(x1 * width / 1000, y1 * height / 1000), (x2 * width / 1000, y2 * height / 1000)],
                  fill='white', width=4)
    canvas.save(path)
    picture = canvas.resize(request['picture'], Image.BOX)
    marks = ImageDraw.Draw(picture)
    for x1, y1, x2, y2 in request['strokes']:
        w, h = request['picture']
        marks.line([(x1 * w / 1000, y1 * h / 1000), (x2 * w / 1000, y2 * h / 1000)], fill='red', width=2)
    send(picture)


def send(picture):
    import io
    out = io.BytesIO()
    picture.save(out, 'PNG')
    json.dump({'png': base64.b64encode(out.getvalue()).decode()}, sys.stdout)


def ask(role, request):
    done = subprocess.run([sys.executable, __file__, role], input=json.dumps(request), text=True,
                          check=True, capture_output=True)
    return json.loads(done.stdout)


def main():
    options = argparse.ArgumentParser()
    for name in ('--url', '--folder', '--picture'):
        options.add_argument(name, required=True)
    options.add_argument('--turns', type=int, required=True)
    options.add_argument('--display', default='')
    given = options.parse_args()
    picture = [int(side) for side in given.picture.split('x')]
    server = http.client.HTTPConnection(urlsplit(given.url).netloc)
    story = ''
    for turn in range(1, given.turns + 1):
        common = {'folder': given.folder, 'display': given.display}
        strokes = ask('execute', {'story': story, **common})['strokes']
        png = ask('capture', {'strokes': strokes, 'picture': picture, **common})['png']
        body = json.dumps({'model': 'm', 'messages': [
            {'role': 'system', 'content': 'You draw.'},
            {'role': 'user', 'content': story},
            {'role': 'user', 'content': [
                {'type': 'text', 'text': f'turn {turn}'},
                {'type': 'image_url', 'image_url': {'url': 'data:image/png;base64,' + png}}]}]})
        server.request('POST', '/v1/chat/completions', body, {'Content-Type': 'application/json'})
        story = json.load(server.getresponse())['choices'][0]['message']['content']
        for name, text in (('request.json', body), ('reply.json', story), ('picture.b64', png)):
            with open(os.path.join(given.folder, f'{turn:04}.{name}'), 'w') as file:
                file.write(text)
        partial = os.path.join(given.folder, 'state.partial')
        with open(partial, 'w') as file:
            json.dump({'turn': turn, 'story': story}, file)
        os.replace(partial, os.path.join(given.folder, 'state.json'))


if __name__ == '__main__':
    {'execute': execute, 'capture': capture}.get(sys.argv[1], main)()
