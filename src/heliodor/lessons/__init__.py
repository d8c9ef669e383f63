"""Lessons: a game is learned by playing prepared positions of it, one decision after another.

A lesson is data: a record with comments, in the folder that `Game.lessons` names. docs/lessons.md tells how to write
one. Here are the format (`book`, `texts`), the play of a lesson on the real engine (`script`), one person's way
through it (`run`), and the checks that every lesson has to pass (`check`).

>>> from heliodor import get_game
>>> from heliodor.lessons import check_lessons, lessons_of
>>> check_lessons(get_game("nizam"))
[]
>>> lessons_of(get_game("nizam")).lessons[0].id
'first'
"""

from heliodor.lessons.book import BadLesson, Book, Lesson, Step, lessons_of, read_book
from heliodor.lessons.check import check_book, check_lessons
from heliodor.lessons.run import Answer, Run
from heliodor.lessons.script import Script, script_of

__all__ = [
    "Answer",
    "BadLesson",
    "Book",
    "Lesson",
    "Run",
    "Script",
    "Step",
    "check_book",
    "check_lessons",
    "lessons_of",
    "read_book",
    "script_of",
]
